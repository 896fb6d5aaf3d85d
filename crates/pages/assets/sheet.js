// The coach on a phone: a sheet at the foot of the screen, which is pulled up to say all it has to say.

// What has to be read before or after everything comes pulled up.
const READ = '.intro, ol:not(.options)';

export function sheet(coach) {
  const grip = coach.querySelector('[data-pull]');
  const pull = (up) => {
    coach.classList.toggle('pulled', up);
    grip.setAttribute('aria-expanded', String(up));
  };
  pull(Boolean(coach.querySelector(READ)));
  const said = coach.querySelector('details');
  new ResizeObserver(() => coach.classList.toggle('cut', said.scrollHeight > said.clientHeight + 1)).observe(said);
  grip.addEventListener('click', () => pull(!coach.classList.contains('pulled')));
  // Where the text goes on, a tap on it does the same; a finger drawn over it, too.
  coach.querySelector('.bubble').addEventListener('click', ({ target }) => {
    if (!target.closest('a, button') && coach.matches('.cut, .pulled')) pull(!coach.classList.contains('pulled'));
  });
  let from = null;
  coach.addEventListener('touchstart', ({ touches }) => { from = touches[0].clientY; }, { passive: true });
  coach.addEventListener('touchend', ({ changedTouches: [to] }) => {
    const far = from - to.clientY;
    if (far > 24) pull(true);
    else if (far < -24 && !said.scrollTop) pull(false);
  });
}
