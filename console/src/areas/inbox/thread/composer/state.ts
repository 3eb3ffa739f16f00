import type { types } from '@patchbay/sdk';
import type { Outgoing } from '../../../../live/messages/outbox.ts';

/** A file of the composer. It has an id when its upload is done. */
export type ComposerFile = {
  key: string;
  name: string;
  mimeType: string;
  sizeBytes: number | null;
  fileId: string | null;
  /** 0 to 1 while it is uploaded. */
  progress: number;
  error: unknown;
};

export type ComposerState = {
  mode: 'reply' | 'note';
  text: string;
  /** Only for mail; empty: the subject of the conversation. */
  subject: string;
  files: readonly ComposerFile[];
  /** Whether the template picker was opened although the window is open. */
  isPickingTemplate: boolean;
  /** False until the draft of the server was read; nothing is saved before. */
  isLoaded: boolean;
};

export const emptyComposer: ComposerState = {
  mode: 'reply',
  text: '',
  subject: '',
  files: [],
  isPickingTemplate: false,
  isLoaded: false,
};

export type ComposerAction =
  | { do: 'type'; text: string }
  | { do: 'subject'; subject: string }
  | { do: 'mode'; mode: 'reply' | 'note' }
  | { do: 'pickTemplate'; isOpen: boolean }
  | { do: 'addFile'; file: ComposerFile }
  | { do: 'changeFile'; key: string; fields: Partial<ComposerFile> }
  | { do: 'removeFile'; key: string }
  | { do: 'load'; draft: types.Draft | null; files: readonly ComposerFile[] }
  | { do: 'restore'; item: Outgoing }
  | { do: 'clear' };

/** Returns the composer of a chat after an action. */
export function composed(state: ComposerState, action: ComposerAction): ComposerState {
  switch (action.do) {
    case 'type':
      return { ...state, text: action.text };
    case 'subject':
      return { ...state, subject: action.subject };
    case 'mode':
      return { ...state, mode: action.mode, isPickingTemplate: false };
    case 'pickTemplate':
      return { ...state, isPickingTemplate: action.isOpen, mode: 'reply' };
    case 'addFile':
      return { ...state, files: [...state.files, action.file] };
    case 'changeFile':
      return { ...state, files: state.files.map((file) => (file.key === action.key ? { ...file, ...action.fields } : file)) };
    case 'removeFile':
      return { ...state, files: state.files.filter(({ key }) => key !== action.key) };
    case 'load':
      return loaded(state, action.draft, action.files);
    case 'restore':
      return restored(state, action.item);
    case 'clear': // note mode stays, so that the next note is not sent to the contact by habit
      return { ...state, text: '', subject: '', files: [], isPickingTemplate: false };
    default:
      return action satisfies never;
  }
}

/** What was typed before the draft arrived is not overwritten. */
function loaded(state: ComposerState, draft: types.Draft | null, files: readonly ComposerFile[]): ComposerState {
  const hasInput = !state.isLoaded && (state.text !== '' || state.files.length > 0);
  if (hasInput) return { ...state, isLoaded: true };
  return { ...state, isLoaded: true, mode: draft?.mode ?? state.mode, text: draft?.text ?? '', files };
}

/** Puts a message that was taken back before what was typed since then. */
function restored(state: ComposerState, { text, files, content }: Outgoing): ComposerState {
  const back = files.map(({ fileId, name, mimeType }) => doneFile({ id: fileId, name, mimeType, sizeBytes: null }));
  return {
    ...state,
    mode: content.kind === 'note' ? 'note' : 'reply',
    text: state.text.trim() === '' ? text : `${text}\n${state.text}`,
    files: [...back, ...state.files],
  };
}

export const doneFile = ({
  id,
  name,
  mimeType,
  sizeBytes,
}: Pick<types.File, 'id' | 'name' | 'mimeType' | 'sizeBytes'>): ComposerFile => ({
  key: id,
  name,
  mimeType,
  sizeBytes,
  fileId: id,
  progress: 1,
  error: null,
});

/** Why nothing can be sent now; null if it can. */
export function blockOf({ text, files }: ComposerState): 'empty' | 'uploading' | 'failed_file' | null {
  if (files.some(({ error }) => error !== null)) return 'failed_file';
  if (files.some(({ fileId }) => fileId === null)) return 'uploading';
  return text.trim() === '' && files.length === 0 ? 'empty' : null;
}
