import { noticePreferences } from './preferences.ts';

export type Notice = { id: string; title: string; onOpen: () => void };

const NOTES = [
  { hertz: 659, at: 0 },
  { hertz: 880, at: 0.12 },
];
const HELD_MS = 2_000;

/** Plays a sound and shows a desktop notice, in one tab only, as the person set it. */
export function showNotice(notice: Notice): void {
  void navigator.locks.request(`patchbay.notice.${notice.id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const { sound, desktop } = noticePreferences();
    if (sound) playSound();
    if (desktop && !document.hasFocus()) showDesktopNotice(notice);
    await new Promise((resolve) => setTimeout(resolve, HELD_MS)); // the other tabs ask within this time
  });
}

export function showDesktopNotice({ id, title, onOpen }: Notice): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { tag: id, icon: '/console/icon.svg' });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpen();
  };
}

/** Two short tones. Browsers allow sound after the person clicked or typed once. */
export function playSound(): void {
  const audio = new AudioContext();
  for (const { hertz, at } of NOTES) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.35);
  }
  setTimeout(() => void audio.close(), 1_000);
}
