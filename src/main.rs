//! No argument: the window. A subcommand: the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    transformer_lab::cli::main()
}
