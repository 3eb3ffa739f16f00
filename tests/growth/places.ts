import type { Curve } from './curves.ts';
import { openPlace, type Place } from './place.ts';
import type { Receiver } from './receiver.ts';

/** Opens an installation per size, one after the other because loading takes both cores, and lets all of them grow. */
export async function openPlaces(
  curve: Curve,
  scale: 'full' | 'small',
  receiver: Receiver,
): Promise<{ places: Place[]; seconds: number }> {
  const startedAt = performance.now();
  const sizes = curve.sizes[scale];
  const places: Place[] = [];
  for (const size of sizes) places.push(await openPlace(size, curve.contents(size, scale), receiver));
  await Promise.all(places.map(async (place) => curve.grow?.(place, sizes)));
  return { places, seconds: Math.round((performance.now() - startedAt) / 1_000) };
}
