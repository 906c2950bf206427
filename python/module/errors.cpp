// What the library throws, as Python's exceptions with their parts as attributes.
#include "bindings.hpp"
#include "functions.hpp"
#include "polhode/library/error.hpp"

namespace polhode::python {

namespace py = pybind11;

namespace {

// Live as long as the module, which is as long as the process.
py::object *input_error = nullptr, *failed = nullptr, *output_error = nullptr;

py::object* new_exception(py::module_& m, const char* name, PyObject* base, const char* document) {
    PyObject* const type = PyErr_NewExceptionWithDoc((std::string("polhode.") + name).c_str(), document, base, nullptr);
    if (!type) throw py::error_already_set();
    auto* const kept = new py::object(py::reinterpret_steal<py::object>(type));
    m.attr(name) = *kept;
    return kept;
}

// Names in files of others need be no UTF-8, and a message about them must not fail over it.
py::object readable_text(const std::string& text) {
    return py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}
py::object file_name(const std::string& name) {
    return py::reinterpret_steal<py::object>(
        PyUnicode_DecodeFSDefaultAndSize(name.data(), static_cast<Py_ssize_t>(name.size())));
}

void raise(const py::object& type, const py::object& value) { PyErr_SetObject(type.ptr(), value.ptr()); }

}  // namespace

void bind_errors(py::module_& m) {
    input_error =
        new_exception(m, "InputError", PyExc_ValueError, "What was given cannot be used. Attributes: file, line, key.");
    failed = new_exception(m, "ComputationFailed", PyExc_RuntimeError,
                           "A method broke down. Attributes: time (s), trajectory (all rows before it).");
    output_error = new_exception(m, "OutputError", PyExc_OSError, "What was computed could not be written.");
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const InputError& e) {
            py::object value = (*input_error)(readable_text(e.what()));
            value.attr("file") = file_name(e.place.file);
            value.attr("line") = e.place.line;
            value.attr("key") = readable_text(e.place.key);
            raise(*input_error, value);
        } catch (const ComputationFailed& e) {
            py::object value = (*failed)(readable_text(e.what()));
            value.attr("time") = e.time;
            value.attr("trajectory") = py::none();
            raise(*failed, value);
        } catch (const FunctionRaised& e) {
            e.error.value();  // normalised
            py::error_already_set(e.error).restore();
        } catch (const OutputError& e) {
            py::object value = (*output_error)(readable_text(e.what()));
            value.attr("filename") = file_name(e.file);
            raise(*output_error, value);
        }
    });
}

}  // namespace polhode::python
