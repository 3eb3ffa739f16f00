/**
 * Runs in the page, as `window.bench`. The conditions are looked at when a frame begins, so nothing of the driver is measured. A time ends
 * when the next frame begins: the one in which the result was there has been painted then.
 */
export const PAGE_SCRIPT = `(() => {
  const LIMIT_MS = 30000;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const list = () => document.querySelector('section[aria-label="Chat list"]');
  const thread = () => document.querySelector('section[aria-label="Messages"]');
  const box = () => document.querySelector('textarea[aria-label^="Reply to"]');
  const progress = () => document.querySelector('section[aria-label="Progress now"]');
  const button = (name) => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  const graphBox = (id) => document.querySelector('.react-flow__node[data-id="' + id + '"]');
  const formText = () => document.querySelector('aside textarea');
  let pointer = { x: 0, y: 0 };
  const mouse = (target, type) =>
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, button: 0, buttons: 1, clientX: pointer.x, clientY: pointer.y }));
  const sendButton = () => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Send');

  async function painted(holds, what) {
    const startedAt = performance.now();
    do {
      if (performance.now() - startedAt > LIMIT_MS) throw new Error(what + ': not within 30 s');
      await frame();
    } while (!holds());
    await frame();
  }
  async function timed(act, holds, what) {
    await frame();
    const startedAt = performance.now();
    act();
    await painted(holds, what);
    return performance.now() - startedAt;
  }
  /** Whether a row is where the person looks: in the middle of a scrolling area. */
  function isFilled(area, row) {
    const { left, top, width, height } = area.getBoundingClientRect();
    return document.elementsFromPoint(left + width / 2, top + height / 2).some((one) => one.closest(row));
  }
  const isOpen = (name) =>
    document.querySelector('section[aria-label="Chat with ' + name + '"] section[aria-label="Messages"] [data-index]') !== null;
  const scrolled = (area, row, byPx) => {
    const before = area.scrollTop;
    return timed(() => area.scrollBy(0, byPx), () => area.scrollTop !== before && isFilled(area, row), 'scroll');
  };

  window.bench = {
    isUsable: () => Boolean(list() && list().querySelector('a') && box() && thread()),
    canOpen: (id) => list() !== null && list().querySelector('a[href*="' + id + '"]') !== null,
    open: (id, name) => timed(() => list().querySelector('a[href*="' + id + '"]').click(), () => isOpen(name), 'open ' + name),
    scrollList: (byPx) => scrolled(list(), 'li', byPx),
    scrollThread: (byPx) => scrolled(thread(), '[data-index]', byPx),
    toTop: () => list().scrollTo(0, 0),
    threadTop: () => thread().scrollTop,
    type: (letter) => {
      const wanted = box().value + letter;
      box().focus();
      return timed(() => document.execCommand('insertText', false, letter), () => box().value === wanted, 'type');
    },
    send: (text) => timed(() => sendButton().click(), () => thread().textContent.includes(text), 'send'),
    text: () => box().value,
    isCampaignShown: () => progress() !== null && /\\d/.test(progress().textContent),
    /** Returns how often the progress changed: changes of one frame count once, because they are painted together. */
    countUpdates: async (forMs) => {
      let updates = 0;
      let isCounted = false;
      const observer = new MutationObserver(() => {
        if (isCounted) return;
        isCounted = true;
        updates++;
        requestAnimationFrame(() => {
          isCounted = false;
        });
      });
      observer.observe(progress(), { childList: true, characterData: true, attributes: true, subtree: true });
      await new Promise((resolve) => setTimeout(resolve, forMs));
      observer.disconnect();
      return updates;
    },
    /** Clicks a button and waits until another one has taken its place. */
    clickButton: (name, next) => timed(() => button(name).click(), () => button(next) !== undefined, 'click ' + name),
    hasBox: (id) => graphBox(id) !== null,
    countBoxes: () => document.querySelectorAll('.react-flow__node').length,
    hasForm: () => formText() !== null,
    startDrag: (id) => {
      const { left, top } = graphBox(id).getBoundingClientRect();
      pointer = { x: left + 20, y: top + 20 };
      mouse(graphBox(id), 'mousedown');
    },
    dragBy: (id, byPx) => {
      const before = graphBox(id).style.transform;
      pointer = { x: pointer.x + byPx, y: pointer.y };
      return timed(() => mouse(window, 'mousemove'), () => graphBox(id).style.transform !== before, 'drag');
    },
    endDrag: () => mouse(window, 'mouseup'),
    typeInForm: (id, letter) => {
      const wanted = formText().value + letter;
      formText().focus();
      formText().setSelectionRange(wanted.length, wanted.length);
      const isShown = () => formText().value === wanted && graphBox(id).textContent.includes(wanted.slice(0, 80).trimEnd());
      return timed(() => document.execCommand('insertText', false, letter), isShown, 'type in the form');
    },
    /** Returns the time of the clock at which the text was painted. */
    shownAt: async (text) => {
      await painted(() => thread() !== null && thread().textContent.includes(text), text);
      return Date.now();
    },
  };
})()`;
