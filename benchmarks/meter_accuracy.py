"""How often the metre is told right, on verses labelled by people.

    python benchmarks/meter_accuracy.py ../shared/data/meter/dev.jsonl [--wrong]

Shares by the kind of the metre and by how well the text keeps it (`fit`). `--wrong` lists the
rows that are told otherwise. Rows whose label is suspect are left out.
"""

import argparse
import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dhyana.grammar.lint.diagnostic import Severity
from dhyana.grammar.meter import identify
from dhyana.grammar.report import MeterReport, Verdict
from dhyana.grammar.vrttas import Jati, Vrtta, table

EXACT_FITS = ("clean", "uniform", "mixed")


@dataclass
class Share:
    """So many of so many, and which were not."""

    right: int = 0
    of: int = 0
    wrong: list[str] = field(default_factory=list)

    def count(self, right: bool, case: str) -> None:
        """Count one more case."""
        self.right += right
        self.of += 1
        if not right:
            self.wrong.append(case)

    @property
    def share(self) -> float:
        """From 0 to 1; 1 where there is no case."""
        return self.right / self.of if self.of else 1.0

    def __str__(self) -> str:
        return f"{self.share:7.2%}  ({self.right} of {self.of})"


def family(name: str) -> str:
    """Kind of the metre that a row expects."""
    if name in ("anuṣṭubh", "upajāti", "triṣṭubh"):
        return {"triṣṭubh": "upajāti"}.get(name, name)
    for metre in table().names.get(name, ()):
        if isinstance(metre, Vrtta):
            return "samavṛtta" if metre.kind == "sama" else metre.kind
        if isinstance(metre, Jati):
            return "jāti"
    return "by morae"


def count_broken(
    scores: dict[str, Share], row: dict[str, Any], report: MeterReport, case: str
) -> None:
    """Score a verse that was broken on purpose: found at all, its line, its syllable."""
    error = row["error"]
    kind = "śloka" if row["expected"] == "anuṣṭubh" else "vṛtta"
    errors = [fault for fault in report.faults if fault.severity is Severity.ERROR]
    here = [fault for fault in errors if fault.pada == error["pada"]]
    scores["broken faulty"].count(report.verdict is Verdict.FAULTY, case)
    scores[f"broken line ({kind})"].count(bool(here), case)
    scores[f"broken syllable ({kind})"].count(
        any(error["syllable"] in fault.syllables for fault in here), case
    )


def measure(path: Path) -> dict[str, Share]:
    """Score the labelled rows of a file."""
    scores: dict[str, Share] = defaultdict(Share)
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if "label_suspect" in row:
            continue
        report = identify(row["text"])
        case = f"{row['id']}: {row['expected']}, told {report.meter} {report.verdict}"
        named = report.meter in row["accept"]
        exact = report.verdict is Verdict.EXACT
        if row["expected"] == "none":
            scores["prose refused"].count(report.meter is None, case)
            scores["prose not exact"].count(not exact, case)
        elif "error" in row:
            count_broken(scores, row, report, case)
            scores["broken named"].count(named, case)
        else:
            fit = row["fit"].partition(":")[0]
            right = named and (exact or fit not in EXACT_FITS)
            scores[f"{family(row['expected'])} {fit}"].count(right, case)
    return scores


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=Path, help="JSONL of labelled verses")
    parser.add_argument("--wrong", action="store_true", help="list what is told otherwise")
    arguments = parser.parse_args()
    for name, share in sorted(measure(arguments.rows).items()):
        print(f"{name:28}{share}")
        if arguments.wrong:
            for case in share.wrong:
                print(f"    {case}")


if __name__ == "__main__":
    main()
