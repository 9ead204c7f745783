export { createHelloServer } from './server.ts';
