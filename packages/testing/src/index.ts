export {
  type CallOptions,
  type ClientOptions,
  connectClient,
  type Content,
  type Listed,
  type SdkLine,
  sdkLines,
  type TestClient,
} from './client.ts';
export type { Contract } from './contract.ts';
export { processGroup } from './process-group.ts';
export { seededRandom } from './random-arguments.ts';
export { serverTest } from './server-test.ts';
export { testFolder } from './test-folder.ts';
export { type ServerTestOptions, testServer } from './test-server.ts';
