// The connection to the server: a bar shows when it is lost, and senders can wait for it.

// A page that is only loaded anew, or a server that is back at once, is no reason to say anything.
const SOON = 1000;
// So long it is until something is tried again, if nothing is heard before.
const AGAIN = 2000;

export class Line {
  constructor() {
    this.waiting = new Set();
    this.bar = document.createElement('p');
    this.bar.className = 'offline';
    this.bar.setAttribute('role', 'status');
    this.bar.hidden = true;
    document.body.append(this.bar);
    addEventListener('offline', () => this.lost());
    addEventListener('online', () => this.retry());
  }

  lost() { this.timer ??= setTimeout(() => this.say('No connection to the table. Trying again.'), SOON); }
  say(words) {
    this.bar.textContent = words;
    this.bar.hidden = false;
  }
  back() {
    clearTimeout(this.timer);
    this.timer = null;
    this.bar.hidden = true;
    this.retry();
  }

  retry() { for (const done of [...this.waiting]) done(); }
  // Done when it is worth trying again.
  again() {
    return new Promise((resolve) => {
      const done = () => { clearTimeout(timer); this.waiting.delete(done); resolve(); };
      const timer = setTimeout(done, AGAIN);
      this.waiting.add(done);
    });
  }
}
