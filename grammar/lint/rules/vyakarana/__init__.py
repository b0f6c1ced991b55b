"""व्याकरणम्: the rules of forms and of what morphology rows say of them."""
