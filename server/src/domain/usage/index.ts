export { type MonthUsage, usageThisMonth } from './usage.ts';
