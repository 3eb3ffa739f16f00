import { useLingui } from '@lingui/react/macro';
import type { Fault } from './faults.ts';
import type { Mistake } from './placeholders.ts';

/** Returns what is missing or wrong in a step, and what to do. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useLingui();
  const placeholderWords = usePlaceholderWords();
  return (fault) => {
    switch (fault.key) {
      case 'name':
        return t`Give the campaign a name.`;
      case 'channel':
        return t`Choose the channel on which it is sent.`;
      case 'labels':
        return t`Choose at least one label.`;
      case 'query':
        return t`Add a condition, or choose Everybody.`;
      case 'file':
        return t`Choose a CSV file.`;
      case 'mapping':
        return t`Correct the columns first.`;
      case 'text':
        return t`Write the message.`;
      case 'template':
        return t`Choose a template.`;
      case 'automation':
        return t`Choose an automation.`;
      case 'variable':
        return t`Give this variable a value, or a placeholder.`;
      case 'placeholder':
        return placeholderWords(fault.mistake);
      case 'time':
        return t`Choose a date and a time.`;
      case 'past':
        return t`This time has passed. Choose a later one.`;
      case 'days':
        return t`Choose at least one day.`;
      default:
        return fault satisfies never;
    }
  };
}

function usePlaceholderWords(): (mistake: Mistake) => string {
  const { t } = useLingui();
  return (mistake) => {
    if (mistake.kind === 'unclosed') return t`A placeholder is not closed: write it as ${'{{contact.firstName}}'}.`;
    const written = `{{${mistake.path}}}`;
    switch (mistake.kind) {
      case 'unknownRoot':
        return t`${written} does not exist: placeholders begin with contact or variables.`;
      case 'unknownField':
        return t`${written} does not exist: contacts have no such field. Choose one from "Insert a placeholder".`;
      case 'unknownAttribute':
        return t`${written} does not exist: there is no such attribute. Create it in the settings, or choose another one.`;
      case 'unknownVariable':
        return t`${written} does not exist: the audience has no such variable. Variables are columns of a file.`;
      case 'invalid':
        return t`${written} is no placeholder: write names joined by dots, such as ${'{{contact.firstName}}'}.`;
      default:
        return mistake satisfies never;
    }
  };
}
