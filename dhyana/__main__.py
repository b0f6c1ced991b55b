"""`python -m dhyana` is the `dhyana` command."""

from dhyana.cli.app import main

if __name__ == "__main__":
    main()
