export { deleteRatingsOf } from './ratings.store.ts';
export { createRating, type Rating } from './ratings.ts';
export { searchRatings } from './search.ts';
