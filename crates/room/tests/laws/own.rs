//! Card sets and networks of one's own: they go with the match.

use games::Collection;
use room::{LiveGame, Options};
use table::SeatSet;

/// A table of options as they are kept, with the set or the network whole.
fn carries(options: &Options, keys: &[&str]) {
    let kept = serde_json::to_string(options).unwrap();
    assert_eq!(serde_json::from_str::<Options>(&kept).unwrap(), *options);
    let start = LiveGame::new(options.build(SeatSet::EMPTY, 0).unwrap()).start();
    let found: Vec<&str> = start.setting.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(found, keys);
    let game = options.game().unwrap();
    let like = Options::like(game, options.count().unwrap(), &start.setting);
    assert_eq!((&like.deck, &like.set), (&options.deck, &options.set));
    assert_eq!((&like.network, &like.map), (&options.network, &options.map));
    let live = LiveGame::started(game.name(), &start, vec!["Ann".to_owned(), "Ben".to_owned()]).unwrap();
    assert_eq!(live.start(), start, "it begins again without the collection");
}

#[test]
fn a_set_and_a_network_of_ones_own_go_with_the_match() {
    let folder = std::env::temp_dir().join(format!("gruntle-options-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name).display().to_string()
    };
    let mut collection = Collection::default();
    collection.add_deck(&file("my.toml", include_str!("../../../../cards/template.toml"))).unwrap();
    collection.add_network(&file("bridge.txt", include_str!("../../../../networks/template.txt"))).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    let read = |fields: &[(&str, &str)]| {
        let fields =
            [("seats", "2")].iter().chain(fields).map(|&(key, word)| (key.to_owned(), word.to_owned()));
        Options::read(&fields.collect(), &collection).unwrap()
    };
    let own = read(&[("game", "spammers"), ("deck", "my-set")]);
    assert!(own.set.is_some());
    carries(&own, &["variant", "cards", "set"]);
    let ours = read(&[("game", "spammers"), ("deck", "starter")]);
    assert_eq!(ours.set, None);
    carries(&ours, &["variant", "cards"]);
    for network in ["bridge", "strip"] {
        let options = read(&[("game", "spam-o-rama"), ("network", network), ("memory", "on")]);
        assert_eq!(options.map.is_some(), network == "bridge");
        carries(&options, &["network", "map", "memory", "first"]);
    }
}
