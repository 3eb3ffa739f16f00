import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOf, topOf } from './line-points.ts';

test('a line goes from left to right, and has a gap where a value is missing', () => {
  assert.equal(pathOf([0, 50, 100], 100), 'M0 100L50 50L100 0');
  assert.equal(pathOf([10, 10, null, 20, 20], 20), 'M0 50L25 50M75 0L100 0');
});

test('a value without neighbours is a short line inside the drawing, and nothing is above the top', () => {
  assert.equal(pathOf([null, 5, null], 10), 'M48 50h4');
  assert.equal(pathOf([5, null, null, 5], 10), 'M0 50h4M96 50h4');
  assert.equal(pathOf([500, 500], 100), 'M0 0L100 0');
  assert.equal(pathOf([], 100), '');
});

test('the top of a scale is a round number that holds every value', () => {
  assert.equal(topOf([3, null, 92]), 100);
  assert.equal(topOf([140]), 200);
  assert.equal(topOf([0.2]), 1);
  assert.equal(topOf([]), 1);
  assert.equal(topOf([1_000]), 1_000);
});
