//! Bots are named as they are written.

use bots::BotName;

#[test]
fn names_read_what_they_write() {
    for name in
        ["random", "careless:5", "noisy:30", "greedy", "net", "search:1", "search:10000000", "search:250ms"]
    {
        assert_eq!(name.parse::<BotName>().unwrap().to_string(), name);
    }
    for wrong in [
        "",
        "hal",
        "careless:100",
        "noisy:0",
        "noisy:1001",
        "careless",
        "search",
        "search:",
        "search:0",
        "search:-1",
        "search:1s",
        "search:99999999",
        "Greedy",
    ] {
        assert!(wrong.parse::<BotName>().is_err(), "{wrong}");
    }
}
