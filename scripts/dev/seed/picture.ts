import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 480;
const HEIGHT = 320;
type Color = readonly [number, number, number];

/** Returns a drawing of a bicycle as PNG, in base64: the photo that customers of the demo send. */
export function drawBicycle(): string {
  const pixels = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) for (let x = 0; x < WIDTH; x++) pixels.set(colorAt(x, y), y * (WIDTH * 3 + 1) + 1 + x * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

const WHEELS = [
  [135, 215],
  [345, 215],
] as const;
/** The tubes of the frame, from one point to the other. */
const TUBES = [
  [135, 215, 205, 130],
  [205, 130, 315, 125],
  [315, 125, 345, 215],
  [205, 130, 235, 215],
  [235, 215, 135, 215],
  [235, 215, 315, 125],
  [190, 110, 222, 108],
  [312, 105, 340, 98],
  [205, 130, 204, 108],
  [315, 125, 312, 102],
] as const;

function colorAt(x: number, y: number): Color {
  if (TUBES.some((tube) => distance(x, y, tube) < 5)) return [11, 107, 102];
  for (const [cx, cy] of WHEELS) {
    const radius = Math.hypot(x - cx, y - cy);
    if (Math.abs(radius - 62) < 5 || radius < 7) return [35, 40, 39];
    if (radius < 60 && Math.abs(Math.sin(Math.atan2(y - cy, x - cx) * 8)) < 1.5 / Math.max(radius, 2)) return [150, 155, 150];
  }
  if (y > 276) return [206 - (y % 7), 196, 180];
  const light = Math.round((y / HEIGHT) * 40);
  return [214 + light, 226 + Math.round(light / 2), 232];
}

function distance(x: number, y: number, [x1, y1, x2, y2]: readonly [number, number, number, number]): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
}
