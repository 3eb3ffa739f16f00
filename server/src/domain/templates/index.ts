export { fillTemplate, requireMedia } from './fill.ts';
export { variablesOf } from './placeholders.ts';
export { deletionOf, type Problem, templateProblems } from './problems.ts';
export { recordSubmission, recordTemplateChanges, recordVerdicts, type SubmissionResult } from './review.ts';
export { searchTemplates } from './search.ts';
export { requireSendable, type Template, type TemplateText } from './template.ts';
export {
  createTemplate,
  deleteTemplate,
  findTemplate,
  findTemplates,
  getTemplate,
  submitTemplate,
  updateTemplate,
} from './templates.ts';
