/** The audit trail: entries of changes, reads and refusals. What other features may use. */
export {
  actingValues,
  auditChange,
  auditEachChange,
  auditParts,
  insertDoneEntry,
  refuseEndedSession,
} from './changes';
export {
  auditAddedSites,
  auditCommand,
  auditDone,
  auditedReads,
  auditMoreRefusals,
  auditRead,
  auditReadOne,
  auditRefused,
  auditTokenReuse,
  createDoneEvent,
  setAuditRecords,
} from './entries';
export { registerRead } from './registerRead';
export { formatVerdict, parseHead, verifyTrail } from './verify';
