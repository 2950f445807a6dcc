package io.tidemark.measure.window;

/**
 * One process that takes writes. What it did not report is null.
 *
 * @param name the address of its page
 * @param cpuShare share of its cores that it uses
 * @param cpuWaitingShare share of the time that something in it waited for CPU
 * @param slotsShare share of its insert slots that is taken
 * @param noneFreeShare share of the requests that it counts that found every slot taken
 */
public record Node(
    String name,
    Double cpuShare,
    Double cores,
    Double cpuWaitingShare,
    Double slotsShare,
    Double noneFreeShare) {}
