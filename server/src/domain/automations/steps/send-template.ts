import { z } from 'zod';
import { renderText } from '../../../platform/render-text.ts';
import { type Template, variablesOf } from '../../templates/index.ts';
import { goTo, outcome } from '../execution/outcome.ts';
import { type Report, reportTexts } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { id, target } from './fields.ts';
import { mapValues } from './render.ts';
import { executeSend, type SendEffect, undeliverable } from './send.ts';

const MAX_VARIABLE_LENGTH = 1_024;

export const sendTemplate = defineStep({
  type: 'send_template',
  fields: {
    templateId: id,
    variables: z.record(z.string(), z.string().max(1024)).default({}),
    next: target,
    onUndeliverable: target,
  },
  example: { templateId: 'welcome', variables: { name: '{{contact.firstName}}' } },
  exits: ({ next, onUndeliverable }) => [exit('next', next), exit('onUndeliverable', onUndeliverable)],
  check: (report, { variables }) => reportTexts(report, 'variables', variables),
  references: ({ templateId }) => [{ kind: 'template', id: templateId, path: 'templateId' }],
  checkReferences(report, { templateId, variables }, { templates }) {
    const template = templates.get(templateId.toLowerCase());
    if (template) checkVariables(report, variables, template);
  },
  decide({ step, state, scope }) {
    const variables = mapValues(step.variables, (value) => renderText(value, scope, MAX_VARIABLE_LENGTH));
    const content = { type: 'template' as const, template: { id: step.templateId, variables } };
    return outcome<SendEffect>(step, goTo(state, step.next), 'sent', { effect: { do: 'send', content } });
  },
  refused: undeliverable,
  execute: executeSend,
});

/** Reports missing, empty and unknown variables. The value of a placeholder is not known before the run. */
function checkVariables(report: Report, variables: Record<string, string>, template: Template): void {
  if (template.header && template.header.kind !== 'text')
    report(
      'templateId',
      'custom',
      'The header of this template is a file, which a step cannot provide; use a template without one',
    );
  const required = variablesOf(template);
  for (const name of required) {
    if (!Object.hasOwn(variables, name))
      report(`variables.${name}`, 'required', `The template ${template.name} needs a value for ${name}; add one`);
    else if (variables[name]?.trim() === '')
      report(
        `variables.${name}`,
        'too_small',
        'Write at least one character, or a placeholder such as {{contact.firstName|there}}',
      );
  }
  const available = required.length === 0 ? 'it has none' : `it has ${required.join(', ')}`;
  for (const name of Object.keys(variables))
    if (!required.includes(name))
      report(`variables.${name}`, 'unrecognized_keys', `The template ${template.name} has no variable ${name}; ${available}`);
}
