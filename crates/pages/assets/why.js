// Why? A clause opens in place, next to the line that cites it.
let tip;

export function openClauses() {
  document.addEventListener('click', async (event) => {
    const link = event.target.closest('#table a[href^="/rules/"][href*="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    try {
      const answer = await fetch(`/rules/clause/${link.hash.slice(1)}`);
      if (!answer.ok) throw new Error('no such clause');
      explain(link, await answer.text());
    } catch {
      location.href = link.href;
    }
  });
}

function explain(link, html) {
  if (!tip) {
    tip = document.createElement('div');
    tip.className = 'tip';
    tip.popover = 'auto';
    tip.setAttribute('role', 'note');
    document.getElementById('table').append(tip);
  }
  tip.innerHTML = html;
  tip.showPopover();
  const at = link.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8));
  const above = at.bottom + tip.offsetHeight + 12 > innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${Math.max(8, above ? at.top - tip.offsetHeight - 6 : at.bottom + 6)}px`;
  const say = document.getElementById('say');
  if (say) say.textContent = tip.textContent;
}

export function clauseLink(game, clause) {
  const link = document.createElement('a');
  link.href = `/rules/${game}#${clause}`;
  link.textContent = clause;
  return link;
}
