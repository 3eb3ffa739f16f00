export {
  type Consent,
  type ConsentSource,
  type ConsentState,
  type CurrentConsent,
  type NewStatement,
  ownSources,
  type Purpose,
  purposes,
  statedSources,
} from './consent.ts';
export {
  type CurrentJson,
  currentJson,
  emptyEvidence,
  isWithdrawn,
  lastInboundAt,
  reviveCurrent,
  selectRoots,
  selectRootsOf,
  selectStanding,
} from './consents.store.ts';
export {
  type ConsentCell,
  consentStates,
  getConsent,
  inheritStops,
  keepStatements,
  searchConsents,
} from './consents.ts';
export { decideConsent, declaredPurpose, type MessageKind, type Question, refusalMessage } from './decide.ts';
export { statementsOf } from './provider-rules.ts';
