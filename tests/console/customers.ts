import type { Customer } from './environment.ts';

/** Customers who write in the steps. Each area has its own, so that areas can run alone. */
export const customers = {
  lena: { from: '491701112233', name: 'Lena Fischer' },
  omar: { from: '491701112244', name: 'Omar Haddad' },
  mia: { from: '491701112255', name: 'Mia Santos' },
  jun: { from: '491701112266', name: 'Jun Tanaka' },
  ines: { from: '491701112277', name: 'Ines Costa' },
  leo: { from: '491701112278', name: 'Leo Braun' },
  rosa: { from: '491701112288', name: 'Rosa Klein' },
} satisfies Record<string, Customer>;
