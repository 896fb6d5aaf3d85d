// Short blips, made in the page; silent until asked for.
const TUNES = {
  turn: [[660, 0, 0.09], [880, 0.1, 0.12]],
  roll: [[180, 0, 0.04], [220, 0.06, 0.04], [160, 0.12, 0.04], [240, 0.18, 0.06]],
  score: [[523, 0, 0.07], [659, 0.08, 0.07], [784, 0.16, 0.1]],
  win: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.12], [1047, 0.39, 0.3]],
};
let context;
let on = false;

export function setSound(wanted) {
  on = wanted;
  if (on) context ??= new AudioContext();
}

export function play(tune) {
  if (!on || !context || context.state === 'closed') return;
  context.resume();
  for (const [pitch, at, length] of TUNES[tune]) {
    const start = context.currentTime + at;
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = 'square';
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0.05, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(start + length);
  }
}
