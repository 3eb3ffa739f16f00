export { lockBusinessHours } from './business-hours.store.ts';
export {
  type BusinessHours,
  createBusinessHours,
  deleteBusinessHours,
  findBusinessHours,
  getBusinessHours,
  updateBusinessHours,
} from './business-hours.ts';
export { addBusinessTime, always, businessTimeBetween, type Hours, isOpenAt } from './hours.ts';
export { searchBusinessHours } from './search.ts';
