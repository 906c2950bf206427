// The plug-in "cuda" on the processor, for tests: what two GPUs do (draw, place, follow), body by body, so that
// everything around them can be tested where there is none.
#include <cstdio>
#include <vector>

#include "polhode/parts/cuda/cuda_part.hpp"

namespace polhode {

struct CudaLane {
    int device = 0;
    CudaTask task;
    ensemble::InsideShape inside;
    std::vector<ensemble::InsideStep> schedule;
    std::vector<double> inputs, columns, out, time;
    std::vector<long long> step;
    std::vector<unsigned char> declined;
    ensemble::DrawPlan plan;
    std::vector<double> values;
    bool draws = false;
    long long stride = 0;
};

namespace {

using namespace ensemble;

int devices() { return 2; }
void device_name(int, char* to, long long size) {
    std::snprintf(to, static_cast<std::size_t>(size), "%s", "a GPU made of the processor");
}

CudaLane* open(int device, const CudaTask* task, CudaBuffers* buffers, char*, long long) {
    auto* lane = new CudaLane;
    lane->device = device;
    lane->task = *task;
    if (task->shape.inside) lane->task.shape.inside = &(lane->inside = *task->shape.inside);
    if (const InsideSchedule& given = task->shape.schedule; given.step) {
        lane->schedule.assign(given.step, given.step + given.steps);
        lane->task.shape.schedule.step = lane->schedule.data();
    }
    lane->stride = (task->capacity + 31) / 32 * 32;
    lane->draws = task->plan != nullptr;
    const auto size = [&](long long n) { return static_cast<std::size_t>(n * lane->stride); };
    const Rows& rows = task->rows;
    lane->time.assign(rows.time, rows.time + rows.count);
    lane->step.assign(rows.step, rows.step + rows.count);
    lane->task.rows.time = lane->time.data();
    lane->task.rows.step = lane->step.data();
    if (lane->draws) {
        lane->plan = *task->plan;
        lane->values.assign(lane->plan.values, lane->plan.values + lane->plan.value_count);
        lane->plan.values = lane->values.data();
        lane->inputs.resize(size(lane->plan.columns));
    }
    lane->columns.resize(size(task->shape.columns()));
    lane->out.resize(size(task->shape.row_numbers() * rows.count));
    lane->declined.resize(size(1));
    *buffers = {lane->inputs.data(), lane->draws ? nullptr : lane->columns.data(), lane->out.data(),
                lane->declined.data(), lane->stride};
    return lane;
}

const char* follow_runs(CudaLane* lane, unsigned long long first, long long count, double* begin, double* end) {
    const Shape& shape = lane->task.shape;
    const long long stride = lane->stride;
    std::vector<unsigned char> refused(static_cast<std::size_t>(count), 0);
    for (long long i = 0; i < count && lane->draws; ++i) {
        double x[most_columns];
        draw(lane->plan, first + static_cast<unsigned long long>(i), x);
        for (int c = 0; c < lane->plan.columns; ++c) lane->inputs[static_cast<std::size_t>(c * stride + i)] = x[c];
        double* body = lane->columns.data() + i;
        if (place_body(shape, lane->task.mapping, x, body, stride)) continue;
        refused[static_cast<std::size_t>(i)] = 1;
        place_idle_body(shape, lane->task.mapping, body, stride);
    }
    const Out out{lane->out.data(), stride, lane->declined.data()};
    for (long long i = 0; i < count; ++i) {
        follow<double>(shape, {lane->columns.data(), stride}, i, lane->task.rows, out);
        out.declined[i] |= refused[static_cast<std::size_t>(i)];
    }
    *begin = 0;
    *end = 1e-3;
    return nullptr;
}

void close(CudaLane* lane) { delete lane; }
int device_of(const CudaLane* lane) { return lane->device; }

const CudaPart part = {{CudaPart::interface_number, sizeof(CudaPart), POLHODE_VERSION},
                       devices,
                       device_name,
                       open,
                       follow_runs,
                       close,
                       device_of};

}  // namespace
}  // namespace polhode

POLHODE_PART_FUNCTION const polhode::PartHead* polhode_part_cuda() { return &polhode::part.head; }
