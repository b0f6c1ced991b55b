"""The one table of lint rules: code → the module that states and checks the rule.

A module is imported when its rule is asked for, so that a reader of one rule loads one file.
"""

from functools import lru_cache
from importlib import import_module

from dhyana.grammar.lint.rule import Rule

_ANVAYA = "dhyana.grammar.lint.rules.anvaya"
_CHANDAS = "dhyana.grammar.lint.rules.chandas"
_LIPI = "dhyana.grammar.lint.rules.lipi"
_PRAMANA = "dhyana.grammar.lint.rules.pramana"
_SANDHI = "dhyana.grammar.lint.rules.sandhi"
_SUTRA = "dhyana.grammar.lint.rules.sutra"
_VYAKARANA = "dhyana.grammar.lint.rules.vyakarana"

MODULES = {
    "ANV101": f"{_ANVAYA}.word_missing_in_anvaya",
    "ANV102": f"{_ANVAYA}.word_supplied_without_brackets",
    "ANV103": f"{_ANVAYA}.word_altered_in_anvaya",
    "ANV104": f"{_ANVAYA}.compound_written_apart",
    "ANV105": f"{_ANVAYA}.verse_word_in_brackets",
    "ANV106": f"{_ANVAYA}.bracket_without_partner",
    "ANV107": f"{_ANVAYA}.sandhi_left_in_anvaya",
    "ANV111": f"{_ANVAYA}.word_without_row",
    "ANV112": f"{_ANVAYA}.row_without_word",
    "ANV113": f"{_ANVAYA}.row_altered",
    "ANV114": f"{_ANVAYA}.rows_out_of_order",
    "ANV115": f"{_ANVAYA}.words_in_one_row",
    "ANV116": f"{_ANVAYA}.repeated_word_without_row",
    "ANV117": f"{_ANVAYA}.fields_segment_otherwise",
    "CHA101": f"{_CHANDAS}.pada_not_eight_syllables",
    "CHA102": f"{_CHANDAS}.even_cadence_not_iambic",
    "CHA103": f"{_CHANDAS}.second_and_third_light",
    "CHA104": f"{_CHANDAS}.even_opening_ra",
    "CHA105": f"{_CHANDAS}.odd_cadence_iambic",
    "CHA106": f"{_CHANDAS}.half_without_even_pada",
    "CHA110": f"{_CHANDAS}.vipula",
    "CHA111": f"{_CHANDAS}.na_vipula_fourth_light",
    "CHA112": f"{_CHANDAS}.bha_vipula_opening",
    "CHA113": f"{_CHANDAS}.bha_vipula_rare_opening",
    "CHA114": f"{_CHANDAS}.ma_vipula_opening",
    "CHA115": f"{_CHANDAS}.ma_vipula_without_pause",
    "CHA116": f"{_CHANDAS}.ra_vipula_fourth_light",
    "CHA117": f"{_CHANDAS}.ra_vipula_without_pause",
    "CHA118": f"{_CHANDAS}.sa_vipula",
    "CHA119": f"{_CHANDAS}.ta_vipula",
    "CHA121": f"{_CHANDAS}.odd_pada_ends_in_word",
    "CHA122": f"{_CHANDAS}.half_ends_in_word",
    "CHA131": f"{_CHANDAS}.krama_licence",
    "CHA201": f"{_CHANDAS}.wrong_weight",
    "CHA202": f"{_CHANDAS}.syllable_missing",
    "CHA203": f"{_CHANDAS}.syllable_added",
    "CHA204": f"{_CHANDAS}.pause_not_seen",
    "CHA205": f"{_CHANDAS}.epic_opening",
    "CHA206": f"{_CHANDAS}.epic_break",
    "CHA207": f"{_CHANDAS}.epic_length",
    "CHA301": f"{_CHANDAS}.ja_in_odd_gana",
    "CHA302": f"{_CHANDAS}.sixth_gana_wrong",
    "CHA303": f"{_CHANDAS}.gana_not_four_morae",
    "CHA304": f"{_CHANDAS}.syllable_across_ganas",
    "CHA305": f"{_CHANDAS}.close_wrong",
    "CHA306": f"{_CHANDAS}.morae_of_line_wrong",
    "CHA307": f"{_CHANDAS}.even_mora_joined",
    "CHA308": f"{_CHANDAS}.even_line_all_light",
    "CHA310": f"{_CHANDAS}.arya_kind",
    "CHA311": f"{_CHANDAS}.light_gana_without_pause",
    "CHA401": f"{_CHANDAS}.light_line_end",
    "CHA402": f"{_CHANDAS}.light_end_of_odd_line",
    "CHA403": f"{_CHANDAS}.part_of_stanza",
    "CHA404": f"{_CHANDAS}.pattern_without_name",
    "CHA405": f"{_CHANDAS}.line_broken_elsewhere",
    "CHA406": f"{_CHANDAS}.too_little_to_tell",
    "CHA407": f"{_CHANDAS}.no_metre",
    "CHA408": f"{_CHANDAS}.not_the_declared_metre",
    "CHA409": f"{_CHANDAS}.several_verses",
    "CHA410": f"{_CHANDAS}.om_before_verse",
    "CHA411": f"{_CHANDAS}.epic_licence",
    "LIP101": f"{_LIPI}.near_miss",
    "LIP102": f"{_LIPI}.not_nfc",
    "LIP103": f"{_LIPI}.letter_of_another_script",
    "LIP104": f"{_LIPI}.control_character",
    "LIP105": f"{_LIPI}.invisible_character",
    "LIP106": f"{_LIPI}.near_miss_in_words",
    "LIP107": f"{_LIPI}.label_in_verse",
    "LIP111": f"{_LIPI}.broken_formula",
    "LIP112": f"{_LIPI}.lost_backslash",
    "LIP121": f"{_LIPI}.doubled_word",
    "LIP122": f"{_LIPI}.two_spellings",
    "LIP123": f"{_LIPI}.mixed_romanisation",
    "LIP124": f"{_LIPI}.transliteration_differs",
    "LIP125": f"{_LIPI}.nasal_two_ways",
    "LIP131": f"{_LIPI}.danda",
    "LIP132": f"{_LIPI}.anvaya_without_danda",
    "LIP133": f"{_LIPI}.ascii_danda",
    "LIP141": f"{_LIPI}.heading_without_ordinal",
    "LIP142": f"{_LIPI}.map_differs",
    "LIP143": f"{_LIPI}.verses_miscounted",
    "LIP144": f"{_LIPI}.matrix_rows",
    "LIP145": f"{_LIPI}.matrix_term_differs",
    "LIP151": f"{_LIPI}.placeholder",
    "LIP901": f"{_LIPI}.unused_waiver",
    "PRA101": f"{_PRAMANA}.verse_without_claim",
    "PRA102": f"{_PRAMANA}.claim_without_experiment",
    "PRA103": f"{_PRAMANA}.claim_without_evidence",
    "PRA104": f"{_PRAMANA}.evidence_unreadable",
    "PRA105": f"{_PRAMANA}.evidence_of_other_code",
    "PRA106": f"{_PRAMANA}.verdict_differs",
    "PRA107": f"{_PRAMANA}.verdict_without_words",
    "PRA108": f"{_PRAMANA}.finding_without_claim",
    "PRA109": f"{_PRAMANA}.experiment_without_verse",
    "SAN101": f"{_SANDHI}.word_differs",
    "SAN102": f"{_SANDHI}.words_joined_wrongly",
    "SAN103": f"{_SANDHI}.word_missing_in_verse",
    "SAN104": f"{_SANDHI}.word_missing_in_padaccheda",
    "SAN105": f"{_SANDHI}.junction_undecided",
    "SAN106": f"{_SANDHI}.space_inside_word",
    "SAN111": f"{_SANDHI}.hiatus_inside_word",
    "SAN112": f"{_SANDHI}.anusvara_before_no_consonant",
    "SUT101": f"{_SUTRA}.verse_without_code",
    "SUT102": f"{_SUTRA}.symbol_not_found",
    "SUT103": f"{_SUTRA}.symbol_linked_twice",
    "SUT104": f"{_SUTRA}.private_symbol",
    "SUT111": f"{_SUTRA}.link_without_mark",
    "SUT112": f"{_SUTRA}.mark_without_link",
    "SUT113": f"{_SUTRA}.component_without_verse",
    "SUT114": f"{_SUTRA}.reason_for_nothing",
    "SUT115": f"{_SUTRA}.verse_marked_twice",
    "SUT121": f"{_SUTRA}.changed_since_review",
    "SUT122": f"{_SUTRA}.never_reviewed",
    "VYA101": f"{_VYAKARANA}.unknown_category",
    "VYA102": f"{_VYAKARANA}.incomplete_category",
    "VYA103": f"{_VYAKARANA}.words_miscounted",
    "VYA111": f"{_VYAKARANA}.form_of_another_cell",
    "VYA112": f"{_VYAKARANA}.form_not_derived",
    "VYA113": f"{_VYAKARANA}.label_against_analysis",
    "VYA121": f"{_VYAKARANA}.gender_of_noun",
    "VYA122": f"{_VYAKARANA}.gender_inconsistent",
    "VYA123": f"{_VYAKARANA}.tatpurusha_gender",
    "VYA131": f"{_VYAKARANA}.gana_of_root",
    "VYA132": f"{_VYAKARANA}.pada_of_form",
    "VYA133": f"{_VYAKARANA}.reflexive_not_needed",
    "VYA134": f"{_VYAKARANA}.suffix_named_wrong",
    "VYA135": f"{_VYAKARANA}.formula_of_another_word",
    "VYA141": f"{_VYAKARANA}.declined_called_indeclinable",
    "VYA142": f"{_VYAKARANA}.category_inconsistent",
    "VYA143": f"{_VYAKARANA}.label_of_another_word",
    "VYA144": f"{_VYAKARANA}.not_a_pronoun",
    "VYA151": f"{_VYAKARANA}.vigraha_form",
    "VYA152": f"{_VYAKARANA}.vigraha_in_one_word",
    "VYA153": f"{_VYAKARANA}.compound_misnamed",
    "VYA154": f"{_VYAKARANA}.parted_at_another_seam",
    "VYA155": f"{_VYAKARANA}.vigraha_in_another_case",
    "VYA161": f"{_VYAKARANA}.subject_and_verb",
    "VYA162": f"{_VYAKARANA}.adjective_and_noun",
    "VYA163": f"{_VYAKARANA}.predicate_and_subject",
    "VYA164": f"{_VYAKARANA}.object_of_passive",
    "VYA191": f"{_VYAKARANA}.analysis_contradicted",
    "VYA192": f"{_VYAKARANA}.form_undecided",
}


def rule(code: str) -> Rule:
    """Load a rule by its code.

    Raises:
        LookupError: no rule has this code.
    """
    try:
        module = MODULES[code]
    except KeyError:
        family = [each for each in sorted(MODULES) if each.startswith(code[:3] or " ")]
        known = f"its family has {', '.join(family)}" if family else "dhyana rule --all lists them"
        message = f"there is no rule {code}; {known}"
        raise LookupError(message) from None
    found: Rule = import_module(module).RULE
    return found


@lru_cache(maxsize=64)
def rules(family: str = "") -> tuple[Rule, ...]:
    """Load all rules, or those of a family such as `CHA`, in the order of their codes."""
    return tuple(rule(code) for code in sorted(MODULES) if code.startswith(family))
