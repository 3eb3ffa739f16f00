import { Failure } from '../../platform/errors.ts';

/** 1 August 2026, when version 3 was published and version 2 was deprecated. */
const DEPRECATED_AT = 1_785_542_400;

/** Returns the deprecation headers of v2 responses (RFC 9745, RFC 8594). */
export const sunsetHeaders = (sunsetAt: Date, guideUrl: string): Record<string, string> => ({
  deprecation: `@${DEPRECATED_AT}`,
  sunset: sunsetAt.toUTCString(),
  link: `<${guideUrl}>; rel="deprecation"; type="text/html"`,
});

export function refuseAfterSunset(sunsetAt: Date, now: Date): void {
  if (now >= sunsetAt) throw new Failure('version_sunset');
}
