/**
 * Creates a gate that lets `perTurn` callers through in each turn of the event loop, in their order. Work for a thousand callers that become
 * ready together is then done in parts, and other requests are answered in between.
 */
export function createGate(perTurn: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  const letThrough = () => {
    const ready = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    for (const go of ready) go();
    if (waiting.length > 0) setImmediate(letThrough);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(letThrough);
    });
}
