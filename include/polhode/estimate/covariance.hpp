// The 33 x 33 covariance, carried over a block and sharpened by one number at a time. Only nine rows of the transition
// differ from the identity (and three are scaled), so that F P F^T costs a tenth of the dense product.
#pragma once

#include "block.hpp"

namespace polhode::estimate {

// How an error at the start of a block shows at its end: the rows of F that are not those of the identity.
template <class T>
struct Transition {
    Mat3<T> attitude_by_bias;
    T attitude_by_matrix[3][9]{};
    Mat3<T> velocity_by_attitude, velocity_by_bias, velocity_by_force_bias;
    T velocity_by_matrix[3][9]{};
    Mat3<T> position_by_attitude, position_by_force_bias;
    T length{0}, disturbance_kept{1};

    POLHODE_HD static Mat3<T> cross_matrix(const Vec3<T>& v) {
        Mat3<T> r;
        r.m[0][1] = -v[2];
        r.m[0][2] = v[1];
        r.m[1][0] = v[2];
        r.m[1][2] = -v[0];
        r.m[2][0] = -v[1];
        r.m[2][1] = v[0];
        return r;
    }

    // `rest`: the body stays at its place, and so does the field there.
    POLHODE_HD static Transition of(const Block<T>& b, const Tuning<T>& tuning, bool rest) {
        Transition f;
        f.length = b.length;
        f.disturbance_kept = rest ? T(1) : exp(-b.length / tuning.disturbance_time);
        f.attitude_by_bias = b.attitude_by_bias;
        f.velocity_by_attitude = T(-1) * cross_matrix(b.force_sum);
        f.position_by_attitude = T(-1) * cross_matrix(b.force_moment);
        f.velocity_by_force_bias = T(-1) * b.rotation_sum;
        f.position_by_force_bias = T(-1) * b.rotation_moment;
        f.velocity_by_bias = T(0.5) * (f.velocity_by_attitude * b.attitude_by_bias);
        for (int c = 0; c < 9; ++c) {
            Vec3<T> column;
            for (int i = 0; i < 3; ++i) column[i] = f.attitude_by_matrix[i][c] = b.attitude_by_matrix[i][c];
            const Vec3<T> v = T(0.5) * (f.velocity_by_attitude * column);
            for (int i = 0; i < 3; ++i) f.velocity_by_matrix[i][c] = v[i];
        }
        return f;
    }

    POLHODE_HD Error<T> applied(const Error<T>& e) const {
        Error<T> r = e;
        for (int i = 0; i < 3; ++i) {
            T a = e[at::attitude + i], v = e[at::velocity + i],
              p = fma(length, e[at::velocity + i], e[at::position + i]);
            for (int j = 0; j < 3; ++j) {
                a = fma(attitude_by_bias(i, j), e[at::bias + j], a);
                v = fma(velocity_by_attitude(i, j), e[at::attitude + j], v);
                v = fma(velocity_by_bias(i, j), e[at::bias + j], v);
                v = fma(velocity_by_force_bias(i, j), e[at::force_bias + j], v);
                p = fma(position_by_attitude(i, j), e[at::attitude + j], p);
                p = fma(position_by_force_bias(i, j), e[at::force_bias + j], p);
            }
            for (int c = 0; c < 9; ++c) {
                a = fma(attitude_by_matrix[i][c], e[at::matrix + c], a);
                v = fma(velocity_by_matrix[i][c], e[at::matrix + c], v);
            }
            r[at::attitude + i] = a;
            r[at::velocity + i] = v;
            r[at::position + i] = p;
            r[at::disturbance + i] = disturbance_kept * e[at::disturbance + i];
        }
        return r;
    }
};

// One scalar reading z = H e + noise; only some of H's numbers are not zero.
template <class T>
struct Reading {
    int used = 0;
    int index[20]{};
    T slope[20]{};
    T value{0}, variance{1};

    POLHODE_INLINE void add(int i, T h) {
        index[used] = i;
        slope[used++] = h;
    }
    POLHODE_INLINE T of(const Error<T>& e) const {
        T s{0};
        for (int k = 0; k < used; ++k) s = fma(slope[k], e[index[k]], s);
        return s;
    }
};

template <class T>
class Covariance {
 public:
    static constexpr int n = at::count, width = 36;  // rows padded to whole registers

    POLHODE_INLINE T& operator()(int i, int j) { return p_[i][j]; }
    POLHODE_INLINE const T& operator()(int i, int j) const { return p_[i][j]; }

    POLHODE_HD void start(const Tuning<T>& t) {
        for (auto& row : p_)
            for (T& x : row) x = T(0);
        const auto put = [this](int from, int many, T deviation) {
            for (int i = from; i < from + many; ++i) p_[i][i] = deviation * deviation;
        };
        put(at::attitude, 2, t.tilt_prior);
        put(at::attitude + 2, 1, t.heading_prior);
        put(at::bias, 3, t.bias_prior);
        put(at::velocity, 3, t.velocity_prior);
        put(at::position, 3, t.position_prior);
        put(at::matrix, 9, t.matrix_prior);
        put(at::force_bias, 3, t.acceleration_bias_prior);
        put(at::hard_iron, 3, t.hard_iron_prior);
        put(at::disturbance, 3, min(t.disturbance, t.disturbance_at_start));
        put(at::field_north, 2, t.field_prior);
        put(at::delay, 1, t.delay_prior);
    }

    // P <- F P F^T + Q
    POLHODE_HD void carry(const Transition<T>& f, const Error<T>& noise) {
        T x[9][width];  // F P, rows of attitude, velocity, position
        for (int i = 0; i < 3; ++i) rows_of(f, i, x[i], x[3 + i], x[6 + i]);
        const int row_of[9] = {0, 1, 2, 6, 7, 8, 9, 10, 11};
        // the nine rows times F^T: their own columns first, from the old values
        T block[9][9];
        for (int r = 0; r < 9; ++r) {
            Error<T> line;
            for (int j = 0; j < n; ++j) line[j] = x[r][j];
            const Error<T> to = f.applied(line);
            for (int c = 0; c < 9; ++c) block[r][c] = to[row_of[c]];
        }
        for (int r = 0; r < 9; ++r)
            for (int j = 0; j < n; ++j) p_[row_of[r]][j] = x[r][j];
        for (int r = 0; r < 9; ++r)
            for (int c = 0; c < 9; ++c) p_[row_of[r]][row_of[c]] = c < r ? block[c][r] : block[r][c];
        // the disturbance dies out: its rows and its columns, so that its own block is scaled twice
        for (int i = at::disturbance; i < at::disturbance + 3; ++i)
            for (int j = 0; j < n; ++j) {
                p_[i][j] = f.disturbance_kept * p_[i][j];
                p_[j][i] = f.disturbance_kept * p_[j][i];
            }
        mirror(row_of);
        for (int i = 0; i < n; ++i) p_[i][i] = p_[i][i] + noise[i];
    }

    // The gain of a reading, K = P H^T/S, and its S; P <- P - K H P.
    POLHODE_HD T sharpen(const Reading<T>& reading, Error<T>& gain) {
        T row[width];
        for (int j = 0; j < width; ++j) row[j] = reading.slope[0] * p_[reading.index[0]][j];
        for (int k = 1; k < reading.used; ++k) {
            const T h = reading.slope[k];
            const T* from = p_[reading.index[k]];
            for (int j = 0; j < width; ++j) row[j] = fma(h, from[j], row[j]);
        }
        T s = reading.variance;
        for (int k = 0; k < reading.used; ++k) s = fma(reading.slope[k], row[reading.index[k]], s);
        const T over = T(1) / s;
        for (int i = 0; i < n; ++i) {
            const T g = gain[i] = row[i] * over;
            for (int j = 0; j < width; ++j) p_[i][j] = fma(-g, row[j], p_[i][j]);
        }
        return s;
    }

    // As if the hard iron's prior had been wider by the variance `more` from the beginning, under the gains that were:
    // errors are linear in the iron, e = A h with A = cov(e, h)/prior^2 (IronShare, scatter.hpp), so P + more A A^T.
    POLHODE_HD void widen_iron(T prior_square, T more) {
        T a[3][width];
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < width; ++j) a[k][j] = p_[at::hard_iron + k][j] / prior_square;
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < 3; ++k)
                for (int j = 0; j < width; ++j) p_[i][j] = fma(more * a[k][i], a[k][j], p_[i][j]);
    }

    // After velocity and position of the state were moved by these: errors of both are meant in axes that turn with the
    // error of the heading, so that the heading, which nothing but a compass tells, stays untold by the others whatever
    // the state becomes (the idea of the invariant filter; Barrau and Bonnabel, IEEE TAC 62 (2017) 1797).
    POLHODE_HD void follow(const Vec3<T>& velocity, const Vec3<T>& position) {
        turn_with_heading(at::velocity, velocity);
        turn_with_heading(at::position, position);
    }

 private:
    // row(from) += (up x moved) row(heading), where up x moved = (-y, x); the same of the columns
    POLHODE_HD void turn_with_heading(int from, const Vec3<T>& moved) {
        constexpr int heading = at::attitude + 2;
        const T by[2] = {-moved[1], moved[0]};
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < n; ++j) p_[from + i][j] = fma(by[i], p_[heading][j], p_[from + i][j]);
            for (int j = 0; j < n; ++j) p_[j][from + i] = fma(by[i], p_[j][heading], p_[j][from + i]);
        }
    }
    POLHODE_INLINE void add_row(T* to, int from, T by) const {
        const T* row = p_[from];
        for (int j = 0; j < width; ++j) to[j] = fma(by, row[j], to[j]);
    }
    POLHODE_HD void rows_of(const Transition<T>& f, int i, T* attitude, T* velocity, T* position) const {
        for (int j = 0; j < width; ++j) {
            attitude[j] = p_[at::attitude + i][j];
            velocity[j] = p_[at::velocity + i][j];
            position[j] = fma(f.length, p_[at::velocity + i][j], p_[at::position + i][j]);
        }
        for (int j = 0; j < 3; ++j) {
            add_row(attitude, at::bias + j, f.attitude_by_bias(i, j));
            add_row(velocity, at::attitude + j, f.velocity_by_attitude(i, j));
            add_row(velocity, at::bias + j, f.velocity_by_bias(i, j));
            add_row(velocity, at::force_bias + j, f.velocity_by_force_bias(i, j));
            add_row(position, at::attitude + j, f.position_by_attitude(i, j));
            add_row(position, at::force_bias + j, f.position_by_force_bias(i, j));
        }
        for (int c = 0; c < 9; ++c) {
            add_row(attitude, at::matrix + c, f.attitude_by_matrix[i][c]);
            add_row(velocity, at::matrix + c, f.velocity_by_matrix[i][c]);
        }
    }
    // What the rows say, the columns say too; rounding must not pull them apart.
    POLHODE_HD void mirror(const int (&row_of)[9]) {
        for (const int r : row_of)
            for (int j = 0; j < n; ++j) p_[j][r] = p_[r][j];
        for (int i = 0; i < n; ++i)
            for (int j = i + 1; j < n; ++j) p_[j][i] = p_[i][j];
    }

    T p_[n][width]{};
};

}  // namespace polhode::estimate
