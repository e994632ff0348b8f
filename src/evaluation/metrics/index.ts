export { type Share, shareOf } from './share.ts';
export { type Interval, wilsonInterval } from './wilson.ts';
