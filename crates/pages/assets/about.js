// Introduction to a game, at a player's first table of it before its lesson, which says the same. It waits for their
// first question: then nobody else moves. Any press beside it or any key closes it and goes on to its target; so does a
// click that is made for somebody without either. A press on it waits for its click: closed before that, the click
// would fall on the piece below.
const key = (game) => `met-${game}`;

// Remembers that this visitor has met a game.
export const meet = (game, store) => store.set(key(game), 'yes');

export function tell(about, store) {
  const { game } = about.dataset;
  if (store.get(key(game))) return;
  const main = about.closest('#table') ?? document.getElementById('table');
  const whenAsked = () => {
    if (!document.querySelector('#prompt[data-yours]')) return;
    main.removeEventListener('chosen', whenAsked);
    open(about, () => meet(game, store));
  };
  main.addEventListener('chosen', whenAsked);
  whenAsked();
}

function open(about, left) {
  const words = about.querySelector('p');
  const says = words.textContent;
  about.showPopover();
  // New text is read aloud.
  words.textContent = '';
  requestAnimationFrame(() => { words.textContent = says; });
  const kinds = ['pointerdown', 'keydown', 'click'];
  const leave = (event) => {
    if (event.type === 'pointerdown' && about.contains(event.target)) return;
    for (const kind of kinds) removeEventListener(kind, leave, { capture: true });
    left();
    about.hidePopover();
  };
  for (const kind of kinds) addEventListener(kind, leave, { capture: true, passive: true });
}
