// The log is one stop of the Tab key: from there the arrows go from clause to clause, newest first, and Tab leads on.
export function oneStop(main) {
  const room = main.querySelector('.log > .inside');
  if (!room) return;
  const stops = () => [...room.querySelectorAll('#lines :is(a, button)')].filter((stop) => stop.checkVisibility());
  const settle = () => { for (const stop of room.querySelectorAll('#lines :is(a, button):not([tabindex])')) stop.tabIndex = -1; };
  settle();
  new MutationObserver(settle).observe(room, { childList: true, subtree: true });
  room.addEventListener('keydown', (event) => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = stops();
    const at = all.indexOf(event.target);
    // From the log itself the first step is to the newest line, which stands last.
    const next = at < 0 ? all.at(-1) : all[at + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}
