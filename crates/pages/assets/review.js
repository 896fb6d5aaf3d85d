// A review that is still thought about: how far it is, and the page again when there is more to see.
const EVERY = 1500;

export function follow(main) {
  const bar = main.querySelector('.deep progress');
  const number = main.querySelector('[data-percent]');
  const began = main.dataset.thinking;
  const look = async () => {
    try {
      const answer = await fetch(`/t/${main.dataset.code}/review/progress`, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(String(answer.status));
      const { thinking } = await answer.json();
      if (thinking?.depth !== began) {
        location.reload();
        return;
      }
      if (bar) [bar.max, bar.value] = [Math.max(1, thinking.of), thinking.done];
      if (number) number.textContent = `${Math.floor((thinking.done * 100) / Math.max(1, thinking.of))} %`;
    } catch {
      // The next look may go better.
    }
    setTimeout(look, EVERY);
  };
  setTimeout(look, EVERY);
}
