const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_EXTENDED = '^{}\\[~]|€\f';

export type Segments = { count: number; used: number; perSegment: number; isUnicode: boolean };

/** Returns how many SMS a text becomes. One character outside of the GSM alphabet makes all of them shorter. */
export function smsSegments(text: string): Segments {
  const isUnicode = Array.from(text).some((char) => !GSM.includes(char) && !GSM_EXTENDED.includes(char));
  const used = isUnicode ? text.length : Array.from(text).reduce((sum, char) => sum + (GSM_EXTENDED.includes(char) ? 2 : 1), 0);
  const [single, joined] = isUnicode ? [70, 67] : [160, 153];
  const perSegment = used <= single ? single : joined;
  return { count: Math.ceil(used / perSegment), used, perSegment, isUnicode };
}
