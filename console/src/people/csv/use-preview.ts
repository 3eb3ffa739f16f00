import { useQuery } from '@tanstack/react-query';
import { type CsvPreview, type Delimiter, readPreview } from './csv-preview.ts';

const READ_BYTES = 65_536;
const ROWS = 5;

export type Preview = CsvPreview & { isUtf8: boolean };

/** Reads the first rows of a file in the browser; nothing is sent. */
export function usePreview(file: File, delimiter: Delimiter | undefined) {
  return useQuery({
    queryKey: ['contacts', 'import-preview', file.name, file.size, file.lastModified, delimiter],
    queryFn: async (): Promise<Preview> => {
      const bytes = await file.slice(0, READ_BYTES).arrayBuffer();
      const text = new TextDecoder().decode(bytes);
      return { ...readPreview(text, file.size <= READ_BYTES, ROWS, delimiter), isUtf8: !text.slice(0, -4).includes('\ufffd') };
    },
    gcTime: 0,
  }).data;
}
