export { isBilled, type MonthUsage, usageThisMonth } from './usage.ts';
