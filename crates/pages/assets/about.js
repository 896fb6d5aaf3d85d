// What a game is about, to whoever sits at a table of it for the first time and has not finished its lesson, which says the same. It
// waits until they are asked something: then nobody else moves. Any press beside it or key takes it away, and goes
// where it was aimed; so does a click that is made for somebody without either. A press on it waits for its click: taken away
// before that, it would let the click fall on what lies below.
const key = (game) => `met-${game}`;

// Whoever has met a game is not told again what it is about.
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
  // What is said anew is read aloud.
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
