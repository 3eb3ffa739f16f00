/** One server-sent event. Comments, by which the server shows that it is there, come as frames without data. */
export type Frame = { id: string; event: string; data: string };

/** Reads server-sent events, however the bytes are cut. */
export async function* framesOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes();
      rest += decoder.decode(read.value, { stream: true });
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield frameOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function frameOf(block: string): Frame {
  const frame = { id: '', event: 'message', data: [] as string[] };
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'id') frame.id = value;
    if (field === 'event') frame.event = value;
    if (field === 'data') frame.data.push(value);
  }
  return { ...frame, data: frame.data.join('\n') };
}
