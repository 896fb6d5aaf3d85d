// What a game is about, to whoever sits at a table of it for the first time. Any press beside it or key takes it away, and goes
// where it was aimed; so does a click that is made for somebody without either. A press on it waits for its click: taken away
// before that, it would let the click fall on what lies below.
export function tell(about, store) {
  const met = `met-${about.dataset.game}`;
  if (store.get(met)) return;
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
    store.set(met, 'yes');
    about.hidePopover();
  };
  for (const kind of kinds) addEventListener(kind, leave, { capture: true, passive: true });
}
