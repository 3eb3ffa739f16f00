/** Decodes the lines of a part's body into bytes. */
export type BodyDecoder = { update(line: Uint8Array): void; finalize(): Promise<ArrayBuffer> };

const LF = 0x0a;
const PADDING = 0x3d;

/** Joins the lines of a body that is not encoded. */
export function createPlainDecoder(): BodyDecoder {
  const output = createOutput();
  return {
    update(line) {
      const at = output.reserve(line.length + 1);
      output.bytes().set(line, at);
      output.bytes()[at + line.length] = LF;
    },
    finalize: output.finish,
  };
}

const VALUES = new Int8Array(256).fill(-1);
for (const [i, sign] of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').entries()) {
  VALUES[sign] = i;
}

/** Decodes base64. Some mail programs pad every line, so decoding restarts after padding; other characters are ignored. */
export function createBase64Decoder(): BodyDecoder {
  const output = createOutput();
  let bits = 0;
  let held = 0;
  return {
    update(line) {
      let at = output.reserve(line.length); // more than what it becomes
      const bytes = output.bytes();
      for (const sign of line) {
        const value = VALUES[sign] ?? -1;
        if (sign === PADDING) bits = 0;
        if (value < 0) continue;
        held = ((held << 6) | value) & 0xffff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[at++] = held >> bits;
      }
      output.cut(at);
    },
    finalize: output.finish,
  };
}

/** A buffer that doubles when it is full: no allocation per line. */
function createOutput() {
  let buffer = new Uint8Array(1_024);
  let length = 0;
  return {
    bytes: () => buffer,
    /** Reserves bytes and returns their offset. */
    reserve(count: number): number {
      const at = length;
      length += count;
      if (length <= buffer.length) return at;
      const larger = new Uint8Array(Math.max(length, buffer.length * 2));
      larger.set(buffer.subarray(0, at));
      buffer = larger;
      return at;
    },
    cut(end: number) {
      length = end;
    },
    finish: async (): Promise<ArrayBuffer> => buffer.buffer.slice(0, length),
  };
}
