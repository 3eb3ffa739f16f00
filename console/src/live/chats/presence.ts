/** Who views a chat or types in it, besides the person here. Entries end by themselves. */
export type Present = { id: string; name: string; state: 'viewing' | 'typing'; expiresAt: number };

type Announced = { chatId: string; user: { id: string; name: string }; state: Present['state']; expiresAt: string };

const SWEEP_MS = 2_000;

export function createPresence(now: () => number = Date.now) {
  const chats = new Map<string, readonly Present[]>();
  const listeners = new Map<string, Set<() => void>>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function set(chatId: string, people: readonly Present[]): void {
    if (people.length > 0) chats.set(chatId, people);
    else chats.delete(chatId);
    for (const listener of listeners.get(chatId) ?? []) listener();
  }

  /** Removes entries that have ended. */
  function sweep(): void {
    for (const [chatId, people] of chats) {
      const left = people.filter(({ expiresAt }) => expiresAt > now());
      if (left.length !== people.length) set(chatId, left);
    }
    if (chats.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    sweep,
    get: (chatId: string): readonly Present[] => chats.get(chatId) ?? NOBODY,
    announce({ chatId, user, state, expiresAt }: Announced, ownId: string): void {
      if (user.id === ownId) return;
      const others = (chats.get(chatId) ?? NOBODY).filter(({ id }) => id !== user.id);
      set(chatId, [...others, { ...user, state, expiresAt: Date.parse(expiresAt) }]);
      timer ??= setInterval(sweep, SWEEP_MS);
    },
    subscribe(chatId: string, listener: () => void): () => void {
      const own = listeners.get(chatId) ?? new Set();
      listeners.set(chatId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(chatId) === own) listeners.delete(chatId);
      };
    },
    clear(): void {
      for (const chatId of chats.keys()) set(chatId, NOBODY);
      clearInterval(timer);
      timer = undefined;
    },
  };
}

const NOBODY: readonly Present[] = [];
