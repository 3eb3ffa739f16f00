import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { type DefinitionFile, type FileFault, fileText, readFileText, revisionOf } from './definition/file.ts';
import type { Step } from './definition/types.ts';

/** Saves the latest version as a file, as `patchbay automations pull` writes it. */
export async function downloadFile({ id, name, description, latestVersion }: types.Automation): Promise<void> {
  const { number, isSingle, trigger, steps } = latestVersion;
  const file: DefinitionFile = { id, version: number, name, description, isSingle, trigger, steps: steps as Step[] };
  const text = fileText({ ...file, revision: await revisionOf(file) });
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${slugOf(name)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'automation';

/** Asks for a file and reads it. Undefined: the person chose none. */
export function chooseFile(): Promise<ReturnType<typeof readFileText> | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'application/json,.json';
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve(undefined));
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      resolve(file?.text().then(readFileText));
    });
    input.click();
  });
}

/** Returns a function that says why a file was not read, and what to do. */
export function useFaultText(): (fault: FileFault) => string {
  const { t } = useLingui();
  return (fault) => {
    switch (fault.kind) {
      case 'not_json':
        return t`The file is not JSON. Choose a file that was exported here or written by the command line.`;
      case 'not_object':
        return t`The file does not contain an automation. Choose a file that was exported here or written by the command line.`;
      case 'missing':
        return t`The file has no valid ${fault.field}. Correct it, then choose it again.`;
      case 'unknown':
        return t`An automation has no field ${fault.field}. Remove it from the file, then choose the file again.`;
      default:
        return fault satisfies never;
    }
  };
}
