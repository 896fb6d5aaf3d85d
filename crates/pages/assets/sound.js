// Short blips, made in the page; silent until asked for.
const TUNES = {
  turn: [[660, 0, 0.09], [880, 0.1, 0.12]],
  roll: [[180, 0, 0.04], [220, 0.06, 0.04], [160, 0.12, 0.04], [240, 0.18, 0.06]],
  score: [[523, 0, 0.07], [659, 0.08, 0.07], [784, 0.16, 0.1]],
  mail: [[300, 0, 0.05], [420, 0.05, 0.05], [600, 0.1, 0.08]],
  gain: [[523, 0, 0.07], [659, 0.08, 0.07], [784, 0.16, 0.1]],
  flat: [[220, 0, 0.12], [165, 0.13, 0.2]],
  gruntle: [[110, 0, 0.06], [90, 0.05, 0.1]],
  storm: [[330, 0, 0.06], [262, 0.07, 0.06], [196, 0.14, 0.06], [131, 0.21, 0.14]],
  loss: [[262, 0, 0.08], [196, 0.09, 0.14]],
  steal: [[440, 0, 0.05], [349, 0.06, 0.05], [523, 0.12, 0.1]],
  merge: [[349, 0, 0.06], [440, 0.05, 0.1]],
  draw: [[500, 0, 0.03]],
  play: [[392, 0, 0.05], [494, 0.06, 0.07]],
  special: [[587, 0, 0.06], [740, 0.07, 0.09]],
  relay: [[250, 0, 0.04], [310, 0.05, 0.05]],
  place: [[280, 0, 0.05]],
  alarm: [[880, 0, 0.1], [660, 0.12, 0.1], [880, 0.24, 0.1], [660, 0.36, 0.16]],
  coin: [[880, 0, 0.03]],
  phase: [[392, 0, 0.1], [523, 0.11, 0.1], [659, 0.22, 0.16]],
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
  for (const [pitch, at, length] of TUNES[tune] ?? []) {
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
