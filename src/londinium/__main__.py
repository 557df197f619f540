from londinium.cli import main

main()
