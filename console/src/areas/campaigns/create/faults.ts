import { mappingFaults } from '../../../people/csv/suggest-mapping.ts';
import type { Draft } from './draft.ts';
import { type Known, type Mistake, mistakesIn } from './placeholders.ts';
import type { StepName } from './steps.ts';

/** What keeps a step from being complete. */
export type Fault =
  | {
      step: StepName;
      key:
        | 'name'
        | 'channel'
        | 'labels'
        | 'query'
        | 'file'
        | 'mapping'
        | 'text'
        | 'template'
        | 'automation'
        | 'time'
        | 'past'
        | 'days';
    }
  | { step: 'message'; key: 'variable'; name: string }
  | { step: 'message'; key: 'placeholder'; field: string; mistake: Mistake };

/** Returns the faults of a draft that can be seen without the server, in the order of the steps. */
export function faultsOf(
  draft: Draft,
  known: Known,
  templateVariables: readonly string[],
  now: Date,
  instant: Date | null,
): Fault[] {
  return [...audienceFaults(draft), ...messageFaults(draft, known, templateVariables), ...scheduleFaults(draft, now, instant)];
}

function audienceFaults({ name, channelId, audience }: Draft): Fault[] {
  const step = 'audience';
  const faults: Fault[] = [];
  if (!name.trim()) faults.push({ step, key: 'name' });
  if (channelId === null) faults.push({ step, key: 'channel' });
  if (audience.kind === 'labels' && audience.labelIds.length === 0) faults.push({ step, key: 'labels' });
  if (audience.kind === 'query' && !audience.query) faults.push({ step, key: 'query' });
  if (audience.kind === 'upload' && !audience.file) faults.push({ step, key: 'file' });
  if (audience.kind === 'upload' && audience.file && mappingFaults(audience.mapping).length > 0)
    faults.push({ step, key: 'mapping' });
  return faults;
}

function messageFaults({ message }: Draft, known: Known, templateVariables: readonly string[]): Fault[] {
  const step = 'message';
  const inText = (field: string, text: string): Fault[] =>
    mistakesIn(text, known).map((mistake) => ({ step, key: 'placeholder', field, mistake }));
  switch (message.kind) {
    case 'text':
      return message.text.trim()
        ? [...inText('subject', message.subject), ...inText('text', message.text)]
        : [{ step, key: 'text' }];
    case 'template':
      if (message.templateId === null) return [{ step, key: 'template' }];
      return templateVariables.flatMap((name): Fault[] => {
        const value = message.variables[name] ?? '';
        return value.trim() ? inText(name, value) : [{ step, key: 'variable', name }];
      });
    case 'automation':
      return message.automationId === null ? [{ step, key: 'automation' }] : [];
    default:
      return [];
  }
}

function scheduleFaults({ schedule }: Draft, now: Date, instant: Date | null): Fault[] {
  const step = 'schedule';
  if (schedule.kind === 'once' && instant === null) return [{ step, key: 'time' }];
  if (schedule.kind === 'once' && instant && instant < now) return [{ step, key: 'past' }];
  if (schedule.kind === 'repeat' && schedule.repeat.every === 'week' && schedule.repeat.days.length === 0)
    return [{ step, key: 'days' }];
  return [];
}

/** Returns the step that shows a parameter that the server has refused. */
export function stepOfParam(path: string): StepName {
  if (/^(content|automationId|variables)/.test(path)) return 'message';
  return /^(scheduledAt|recurrenceRules|timeZone|missed)/.test(path) ? 'schedule' : 'audience';
}
