//! Ctrl-C: asks long work to stop when what it has in hand is done; pressed twice it ends the program.

use lab::run::Stop;

/// A flag that Ctrl-C raises.
pub(crate) fn stop_by_ctrl_c() -> Stop {
    let stop = Stop::default();
    let flag = stop.clone();
    // Without a handler Ctrl-C still ends the program.
    let _ = ctrlc::set_handler(move || {
        if flag.is_raised() {
            std::process::exit(130);
        }
        flag.raise();
    });
    stop
}
