import { searchRatings } from '../../domain/ratings/index.ts';
import { Rating, toRating } from '../../wire/v3/rating.ts';
import { searchRoute } from './rows.ts';

export const ratings = [
  searchRoute({
    path: '/ratings/search',
    operationId: 'searchRatings',
    summary: 'Search the ratings of chats, the newest first; search looks in the comments',
    tag: 'Ratings',
    scope: 'chats.read',
    viewers: 'filtered',
    item: Rating,
    search: searchRatings,
    toItem: toRating,
  }),
];
