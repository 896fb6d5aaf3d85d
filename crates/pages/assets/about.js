// What a game is about, to whoever sits at a table of it for the first time. Any press or key takes it away, and goes where it
// was aimed; so does a click that is made for somebody without either.
export function tell(about, store) {
  const met = `met-${about.dataset.game}`;
  if (store.get(met)) return;
  const words = about.querySelector('p');
  const says = words.textContent;
  about.showPopover();
  // What is said anew is read aloud.
  words.textContent = '';
  requestAnimationFrame(() => { words.textContent = says; });
  const leave = () => {
    store.set(met, 'yes');
    about.hidePopover();
  };
  for (const kind of ['pointerdown', 'keydown', 'click']) addEventListener(kind, leave, { capture: true, once: true, passive: true });
}
