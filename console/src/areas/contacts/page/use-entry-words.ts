import { useLingui } from '@lingui/react/macro';
import { useAttributes, useLabels } from '../../../people/queries.ts';
import { usePurposeNames, useSourceNames } from '../consent/use-consent-words.ts';
import { useUsers } from '../queries.ts';
import type { TimelineEntry } from './timeline-entry.ts';

type Words = { text: string; detail?: string | undefined };
type Named = { id: string; name: string };

const namesOf = (ids: string[], all: readonly Named[] | undefined): string =>
  ids.map((id) => all?.find((one) => one.id === id)?.name ?? '?').join(', ');

/** Returns a sentence for an entry of the timeline, with names instead of ids. */
export function useEntryWords(): (entry: TimelineEntry) => Words {
  const { t } = useLingui();
  const labels = useLabels();
  const users = useUsers();
  const changed = useChangeWords();
  const purposes = usePurposeNames();
  const sources = useSourceNames();
  const ofChat = useChatWords();
  return (entry) => {
    switch (entry.kind) {
      case 'created':
        return { text: t`Contact created` };
      case 'deleted':
        return { text: t`Contact deleted` };
      case 'erased':
        return { text: t`Erased` };
      case 'merged':
        return { text: t`Another contact was merged into this one` };
      case 'changed':
        return changed(entry, labels);
      case 'consent': {
        const purpose = purposes[entry.purpose];
        const text = entry.state === 'granted' ? t`Consent granted: ${purpose}` : t`Consent withdrawn: ${purpose}`;
        return { text, detail: `${entry.address} · ${sources[entry.source] ?? entry.source}` };
      }
      case 'assigned': {
        const name = users?.find(({ id }) => id === entry.userId)?.name;
        if (name) return { text: t`Chat assigned to ${name}` };
        return { text: entry.userId || entry.teamId ? t`Chat assigned` : t`Chat assignment removed` };
      }
      case 'automation': {
        const texts = { started: t`Automation started`, completed: t`Automation completed`, failed: t`Automation failed` };
        return { text: texts[entry.outcome], detail: entry.error ?? undefined };
      }
      case 'noteAdded':
        return { text: t`Note added` };
      case 'noteChanged':
        return { text: t`Note changed` };
      case 'noteDeleted':
        return { text: t`Note deleted` };
      case 'other':
        return { text: entry.type };
      default:
        return ofChat(entry);
    }
  };
}

type Changed = Extract<TimelineEntry, { kind: 'changed' }>;

function useChangeWords(): (entry: Changed, labels: readonly Named[] | undefined) => Words {
  const { t } = useLingui();
  const attributes = useAttributes();
  return ({ attributes: changed, labelsAdded, labelsRemoved }, labels) => {
    if (labelsAdded.length > 0) return { text: t`Label added: ${namesOf(labelsAdded, labels)}` };
    if (labelsRemoved.length > 0) return { text: t`Label removed: ${namesOf(labelsRemoved, labels)}` };
    if (changed.length === 0) return { text: t`Name, address or subscription changed` };
    const names = changed.map(
      (name) => attributes?.find(({ id, externalId }) => id === name || externalId === name)?.name ?? name,
    );
    return { text: t`Attribute changed: ${names.join(', ')}` };
  };
}

type OfChat = Extract<TimelineEntry, { kind: 'chatStatus' | 'chatStarted' | 'chatDeleted' | 'slaBreached' | 'rated' }>;

function useChatWords(): (entry: OfChat) => Words {
  const { t } = useLingui();
  return (entry) => {
    switch (entry.kind) {
      case 'chatStarted':
        return { text: t`Chat started` };
      case 'chatDeleted':
        return { text: t`Chat deleted` };
      case 'chatStatus':
        return { text: { open: t`Chat opened`, closed: t`Chat closed`, snoozed: t`Chat snoozed` }[entry.status] };
      case 'slaBreached': {
        const targets: Record<string, string> = {
          first_reply: t`first reply`,
          next_reply: t`next reply`,
          resolution: t`resolution`,
        };
        return { text: t`Time limit missed: ${targets[entry.target] ?? entry.target}` };
      }
      case 'rated':
        return { text: t`Rated ${entry.rating} of 5`, detail: entry.comment ?? undefined };
      default:
        return entry satisfies never;
    }
  };
}
