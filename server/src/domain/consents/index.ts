export type {
  Consent,
  CurrentConsent,
  NewStatement,
  Purpose,
} from './consent.ts';
export {
  type CurrentJson,
  currentJson,
  emptyEvidence,
  isWithdrawn,
  lastInboundAt,
  reviveCurrent,
  selectConsentInChat,
  selectRoots,
  selectRootsOf,
} from './consents.store.ts';
export {
  type ConsentCell,
  consentStates,
  getConsent,
  inheritStops,
  saveStatements,
  withdrawAll,
} from './consents.ts';
export { decideConsent, declaredPurpose, type MessageKind, type Question, refusalMessage } from './decide.ts';
export { statementsOf } from './provider-rules.ts';
export { searchConsents } from './search.ts';
